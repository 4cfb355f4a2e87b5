/** Title and author of the document, from its information dictionary or its XMP metadata. */
package octavo.host.engine.extraction;

import java.util.function.Function;
import octavo.host.facts.Clip;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSDictionary;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.cos.COSTrailer;
import org.verapdf.gf.model.impl.cos.GFCosInfo;
import org.verapdf.pd.PDDocument;

final class DocumentProperties {
  private static final int TEXT_MAX = 2_048;

  private final GFCosInfo info;
  private final COSObject catalog;

  DocumentProperties(PDDocument document) {
    COSTrailer trailer = document.getDocument().getTrailer();
    COSObject object = trailer.getKey(ASAtom.INFO);
    boolean usable = object != null && object.getType() == COSObjType.COS_DICT;
    info = new GFCosInfo((COSDictionary) (usable ? object.getDirectBase() : COSDictionary.construct().get()));
    catalog = trailer.getRoot();
  }

  String title() {
    return firstOf(GFCosInfo::getTitle, GFCosInfo::getXMPTitle);
  }

  String author() {
    return firstOf(GFCosInfo::getAuthor, GFCosInfo::getXMPCreator);
  }

  /** As in the catalog; null if it is missing. */
  String language() {
    COSObject language = catalog.getKey(ASAtom.LANG);
    boolean known = language != null && language.getType() == COSObjType.COS_STRING;
    return known ? Clip.text(language.getString().strip(), TEXT_MAX) : null;
  }

  private String firstOf(Function<GFCosInfo, String> classic, Function<GFCosInfo, String> xmp) {
    String text = Readable.orElse(null, () -> classic.apply(info));
    String found = text == null || text.isBlank() ? Readable.orElse(null, () -> xmp.apply(info)) : text;
    return found == null ? null : Clip.text(found.strip(), TEXT_MAX);
  }
}
