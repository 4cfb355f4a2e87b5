/** The XMP metadata of a document: its title, its language, and the claim to conform to PDF/UA. */
package octavo.host.engine.accessibility;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import octavo.host.engine.structure.Entries;
import org.verapdf.as.ASAtom;
import org.verapdf.as.io.ASMemoryInStream;
import org.verapdf.cos.COSDocument;
import org.verapdf.cos.COSIndirect;
import org.verapdf.cos.COSName;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.cos.COSStream;
import org.verapdf.pd.PDDocument;
import org.verapdf.xmp.XMPException;
import org.verapdf.xmp.XMPMeta;
import org.verapdf.xmp.XMPMetaFactory;
import org.verapdf.xmp.options.SerializeOptions;
import org.verapdf.xmp.properties.XMPProperty;

final class Metadata {
  private static final String DC = "http://purl.org/dc/elements/1.1/";
  private static final String PDFUA = "http://www.aiim.org/pdfua/ns/id/";
  /** Larger metadata is left as it is. */
  private static final int BYTES_MAX = 4 * 1_048_576;

  private final PDDocument document;
  private final COSObject catalog;
  /** Null if the document has metadata that cannot be read; then it is not replaced. */
  private final XMPMeta xmp;

  private Metadata(PDDocument document, XMPMeta xmp) {
    this.document = document;
    this.catalog = document.getCatalog().getObject();
    this.xmp = xmp;
  }

  static Metadata of(PDDocument document) {
    COSObject stream = Entries.get(document.getCatalog().getObject(), ASAtom.METADATA);
    if (!Entries.is(stream, COSObjType.COS_STREAM)) {
      return new Metadata(document, XMPMetaFactory.create());
    }
    try (InputStream data = stream.getData(COSStream.FilterFlags.DECODE)) {
      byte[] bytes = data.readNBytes(BYTES_MAX + 1);
      XMPMeta read = bytes.length > BYTES_MAX ? null : XMPMetaFactory.parseFromBuffer(bytes);
      return new Metadata(document, read);
    } catch (IOException | XMPException | RuntimeException unreadable) {
      return new Metadata(document, null);
    }
  }

  /** Null if there is none. */
  String title() {
    try {
      XMPProperty title = xmp == null ? null : xmp.getLocalizedText(DC, "title", null, "x-default");
      return title == null || title.getValue() == null || title.getValue().isBlank() ? null : title.getValue();
    } catch (XMPException unreadable) {
      return null;
    }
  }

  /** The language of the document, if it names exactly one. */
  String language() {
    try {
      boolean one = xmp != null && xmp.doesPropertyExist(DC, "language") && xmp.countArrayItems(DC, "language") == 1;
      return one ? xmp.getArrayItem(DC, "language", 1).getValue() : null;
    } catch (XMPException unreadable) {
      return null;
    }
  }

  /** Returns whether the title could be written. */
  boolean setTitle(String title) {
    try {
      if (xmp != null) {
        xmp.setLocalizedText(DC, "title", null, "x-default", title);
      }
      return xmp != null;
    } catch (XMPException refused) {
      return false;
    }
  }

  boolean claimsPdfUa() {
    return xmp != null && xmp.doesPropertyExist(PDFUA, "part");
  }

  void removeClaim() {
    if (xmp != null) {
      for (String name : new String[] {"part", "rev", "amd", "corr"}) {
        xmp.deleteProperty(PDFUA, name);
      }
    }
  }

  /** Returns whether the claim could be written. */
  boolean addClaim() {
    try {
      if (xmp != null) {
        XMPMetaFactory.getSchemaRegistry().registerNamespace(PDFUA, "pdfuaid", true);
        xmp.setPropertyInteger(PDFUA, "part", 1);
      }
      return xmp != null;
    } catch (XMPException refused) {
      return false;
    }
  }

  /** Puts the metadata into the open document. Without padding and dates: the same input gives the same bytes. */
  void apply() throws IOException {
    if (xmp == null) {
      return;
    }
    byte[] bytes;
    try {
      SerializeOptions options = new SerializeOptions().setPadding(1).setNewline("\n").setUseCanonicalFormat(true);
      bytes = XMPMetaFactory.serializeToBuffer(xmp, options);
    } catch (XMPException unwritable) {
      throw new IOException(unwritable);
    }
    COSDocument cos = document.getDocument();
    boolean replaces = isApplied();
    COSObject stream = replaces ? Entries.get(catalog, ASAtom.METADATA) : COSIndirect.construct(COSStream.construct(), cos);
    try (InputStream data = new ByteArrayInputStream(bytes)) {
      stream.setData(new ASMemoryInStream(data));
    }
    // Not compressed, so that programs that do not know PDF can read it.
    stream.removeKey(ASAtom.FILTER);
    stream.removeKey(ASAtom.DECODE_PARMS);
    stream.setKey(ASAtom.TYPE, COSName.construct(ASAtom.METADATA));
    stream.setKey(ASAtom.SUBTYPE, COSName.construct(ASAtom.getASAtom("XML")));
    if (replaces) {
      cos.addChangedObject(stream);
    } else {
      cos.addObject(stream);
      catalog.setKey(ASAtom.METADATA, stream);
      cos.addChangedObject(catalog);
    }
  }

  private boolean isApplied() {
    return Entries.is(Entries.get(catalog, ASAtom.METADATA), COSObjType.COS_STREAM);
  }
}
