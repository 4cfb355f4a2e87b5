/** The changes to classes of the engine, as a Java agent. A class that is not as expected is loaded as it is. */
package octavo.host.engine.patches;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

public final class EnginePatches implements ClassFileTransformer {
  private static final String ALGORITHMS = "org/verapdf/wcag/algorithms/";
  private static final String LABELS = ALGORITHMS + "semanticalgorithms/utils/listLabelsDetection/ListLabelsDetectionAlgorithm";
  private static final String CHUNKS = "org/verapdf/gf/model/factory/chunks/";
  private static final String MAPS = "org/verapdf/pd/font/cmap/";
  private static final String FONT = "org/verapdf/pd/font/PDFont";
  private static final String PAGES = "org/verapdf/gf/model/impl/sa/";
  private static final String MODEL = "org/verapdf/model/";
  private static final String DOCUMENTS = "org/verapdf/pd/";
  private static final String NAME_TO_LIST = "(Ljava/lang/String;)Ljava/util/List;";
  private static final String TOKENS_TO_CHUNKS =
      "(Ljava/lang/Integer;Lorg/verapdf/cos/COSKey;Ljava/util/List;Lorg/verapdf/gf/model/factory/chunks/GraphicsState;"
          + "Lorg/verapdf/pd/PDResourcesHandler;Lorg/verapdf/cos/COSKey;Ljava/lang/Long;Ljava/lang/String;)Ljava/util/List;";
  private static final String PROFILE = "org/verapdf/external/ICCProfile";
  private static final String TAG_VALUE = "(Lorg/verapdf/as/io/ASInputStream;IIZ)Ljava/lang/String;";
  private static final String PATTERN = "Ljava/util/regex/Pattern;";

  /** The engine writes 40 decimals of every number, and then takes the zeros away one by one. */
  private static final String ALL_DECIMALS = "#0." + "0".repeat(40);
  private static final String NEEDED_DECIMALS = "#0.0" + "#".repeat(39);

  /** By the class whose references are changed. Each change answers null if it does not apply. */
  static final Map<String, List<UnaryOperator<byte[]>>> CHANGES =
      Map.ofEntries(
          of(
              LABELS,
              labelCall("getRegexStartLength", "(Ljava/lang/String;" + PATTERN + ")I"),
              labelCall("getNotRegexEndLength", "(Ljava/lang/String;I" + PATTERN + ")I"),
              labelCall("getNotRegexStartLength", "(Ljava/lang/String;I" + PATTERN + ")I")),
          of(ALGORITHMS + "entities/SemanticTextNode", labelCall("getRegexStartLength", "(Ljava/lang/String;" + PATTERN + ")I")),
          of(
              ALGORITHMS + "semanticalgorithms/utils/CaptionUtils",
              labelCall("getRegexStartLength", "(Ljava/lang/String;" + PATTERN + ")I")),
          of(
              CHUNKS + "ChunkParser",
              file -> ClassReferences.replaceClassAndTypes(file, CHUNKS + "LineArtContainer", internalName(LineArt.class)),
              fontCall("getWidth", "(I)Ljava/lang/Double;", FontMeasures.class),
              fontCall("toUnicode", "(IZ)Ljava/lang/String;", BitmapLetters.class)),
          of(
              CHUNKS + "TextChunksHelper",
              fontCall("getAscent", "()Ljava/lang/Double;", FontMeasures.class),
              fontCall("getDescent", "()Ljava/lang/Double;", FontMeasures.class)),
          of(
              PAGES + "GFSAContentStream",
              file -> ClassReferences.redirectCalls(
                  file, CHUNKS + "ChunkFactory", "chunksFromTokens", TOKENS_TO_CHUNKS, internalName(TurnedText.class))),
          of(
              PAGES + "GFSAPDFDocument",
              file -> ClassReferences.replaceClass(file, PAGES + "GFSAPage", internalName(ChosenPage.class))),
          of(
              DOCUMENTS + "PDCatalog",
              file -> ClassReferences.replaceClass(file, DOCUMENTS + "structure/PDStructTreeRoot", internalName(StructureRoot.class))),
          of(
              "org/verapdf/as/filters/ASFilterFactory",
              file -> ClassReferences.replaceClass(file, "org/verapdf/cos/filters/COSPredictorDecode", internalName(PlainFilter.class))),
          of(
              "org/verapdf/parser/Token",
              file -> ClassReferences.replaceClassAndTypes(file, "java/io/ByteArrayOutputStream", internalName(TokenBytes.class))),
          of(
              "org/verapdf/parser/BaseParser",
              file -> ClassReferences.redirectCalls(
                  file, "java/lang/Double", "parseDouble", "(Ljava/lang/String;)D", internalName(DecimalNumbers.class))),
          of(
              PROFILE,
              file -> ClassReferences.redirectCalls(file, PROFILE, "getTagValue", TAG_VALUE, internalName(ProfileTags.class))),
          of("org/verapdf/cos/COSReal", file -> ClassReferences.replaceText(file, ALL_DECIMALS, NEEDED_DECIMALS)),
          of(MODEL + "GenericModelObject", modelCall("getListOfSuperNames"), modelCall("getListOfLinks")),
          of(
              MAPS + "CMapParser",
              file -> ClassReferences.replaceClass(file, MAPS + "ToUnicodeInterval", internalName(LigatureRange.class))));

  private EnginePatches() {}

  @SafeVarargs
  private static Map.Entry<String, List<UnaryOperator<byte[]>>> of(String name, UnaryOperator<byte[]>... changes) {
    return Map.entry(name, List.of(changes));
  }

  public static void premain(String arguments, Instrumentation instrumentation) {
    instrumentation.addTransformer(new EnginePatches());
  }

  @Override
  public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] file) {
    List<UnaryOperator<byte[]>> changes = name == null ? null : CHANGES.get(name);
    return changes == null ? null : apply(changes, file);
  }

  /** All changes or none. */
  static byte[] apply(List<UnaryOperator<byte[]>> changes, byte[] file) {
    byte[] changed = file;
    for (UnaryOperator<byte[]> change : changes) {
      changed = change.apply(changed);
      if (changed == null) {
        return null;
      }
    }
    return changed;
  }

  private static UnaryOperator<byte[]> labelCall(String method, String types) {
    return file -> ClassReferences.redirectCalls(file, LABELS, method, types, internalName(SingleCharacters.class));
  }

  private static UnaryOperator<byte[]> fontCall(String method, String types, Class<?> target) {
    return file -> ClassReferences.redirectObjectCall(file, FONT, method, types, internalName(target));
  }

  private static UnaryOperator<byte[]> modelCall(String method) {
    return file -> ClassReferences.redirectCalls(file, MODEL + "ModelHelper", method, NAME_TO_LIST, internalName(ModelTypes.class));
  }

  private static String internalName(Class<?> type) {
    return type.getName().replace('.', '/');
  }
}
