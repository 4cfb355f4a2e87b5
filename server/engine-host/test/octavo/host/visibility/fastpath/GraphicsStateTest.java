/** The graphics state after single operators. */
package octavo.host.visibility.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import octavo.host.geometry.Rect;
import octavo.host.geometry.Transform;
import org.junit.jupiter.api.Test;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSDictionary;
import org.verapdf.cos.COSName;
import org.verapdf.cos.COSObject;
import org.verapdf.cos.COSReal;
import org.verapdf.pd.PDResources;
import org.verapdf.pd.PDResourcesHandler;

class GraphicsStateTest {
  private static final Rect PAGE = new Rect(0, 0, 100, 100);
  private static final ASAtom FILL_ALPHA = ASAtom.getASAtom("ca");
  private static final ASAtom STROKE_ALPHA = ASAtom.getASAtom("CA");

  private final COSObject states = COSDictionary.construct();
  private final COSObject fonts = COSDictionary.construct();
  private final GraphicsState state = new GraphicsState(Transform.IDENTITY, PAGE);

  private void define(String name, ASAtom key, COSObject value) {
    COSObject entry = COSDictionary.construct();
    entry.setKey(key, value);
    states.setKey(ASAtom.getASAtom(name), entry);
  }

  private void font(String name, String subtype) {
    COSObject font = COSDictionary.construct();
    font.setNameKey(ASAtom.TYPE, ASAtom.FONT);
    font.setNameKey(ASAtom.SUBTYPE, ASAtom.getASAtom(subtype));
    fonts.setKey(ASAtom.getASAtom(name), font);
  }

  private GraphicsState apply(String content) {
    COSObject all = COSDictionary.construct();
    all.setKey(ASAtom.EXT_G_STATE, states);
    all.setKey(ASAtom.FONT, fonts);
    NamedResources named = new NamedResources(PDResourcesHandler.getInstance(new PDResources(all), false));
    byte[] bytes = content.getBytes(StandardCharsets.US_ASCII);
    ContentTokenizer tokenizer = new ContentTokenizer(bytes, bytes.length);
    for (String operator = tokenizer.next(); operator != null; operator = tokenizer.next()) {
      assertTrue(state.apply(operator, tokenizer.operands(), named, new ColourLuminance(new IccProfiles())), operator);
    }
    return state;
  }

  @Test
  void startsWithBlackAndPaintsDirectly() {
    assertTrue(state.isDirect());
    assertEquals(0, state.fill());
    assertEquals(0, state.stroke());
  }

  @Test
  void setsColoursOfFillAndStrokeSeparately() {
    apply("1 g 1 1 1 RG");
    assertEquals(1, state.fill(), 1e-9);
    assertEquals(1, state.stroke(), 1e-9);
    apply("0 0 0 1 k");
    assertTrue(state.fill() < 0.05);
    assertEquals(1, state.stroke(), 1e-9);
  }

  @Test
  void aPatternHasNoKnownLuminance() {
    apply("/Pattern cs /P1 scn");
    assertTrue(Double.isNaN(state.fill()));
  }

  @Test
  void concatenatesTransformations() {
    apply("2 0 0 2 10 10 cm 1 0 0 1 5 0 cm");
    assertEquals(20, state.transform().x(0, 0));
    assertEquals(2, apply("2 w").strokeReach());
  }

  @Test
  void hairlinesStillHaveAWidth() {
    assertEquals(0.25, apply("0 w").strokeReach());
  }

  @Test
  void transparencyLastsUntilBothAlphasAreSetToOne() {
    define("Half", FILL_ALPHA, COSReal.construct(0.5));
    define("Fill", FILL_ALPHA, COSReal.construct(1));
    apply("/Half gs");
    assertFalse(state.isDirect());
    assertTrue(Double.isNaN(state.fill()));
    apply("/Fill gs");
    assertFalse(state.isDirect());
    states.getKey(ASAtom.getASAtom("Fill")).setKey(STROKE_ALPHA, COSReal.construct(1));
    apply("/Fill gs");
    assertTrue(state.isDirect());
  }

  @Test
  void blendModesOtherThanNormalAreNotDirect() {
    define("Multiply", ASAtom.BM, COSName.construct(ASAtom.getASAtom("Multiply")));
    define("Normal", ASAtom.BM, COSName.construct(ASAtom.NORMAL));
    assertFalse(apply("/Multiply gs").isDirect());
    assertTrue(apply("/Normal gs").isDirect());
  }

  @Test
  void softMasksAreNotDirect() {
    define("Mask", ASAtom.SMASK, COSDictionary.construct());
    define("None", ASAtom.SMASK, COSName.construct(ASAtom.getASAtom("None")));
    assertFalse(apply("/Mask gs").isDirect());
    assertTrue(apply("/None gs").isDirect());
  }

  @Test
  void anUnknownStateIsUnsupported() {
    assertThrows(UnsupportedContent.class, () -> apply("/Missing gs"));
  }

  @Test
  void textNeedsAFontWithOutlines() {
    font("F", "Type1");
    font("T", "Type3");
    assertTrue(Double.isNaN(state.textLuminance()));
    assertEquals(0, apply("/F 12 Tf").textLuminance());
    assertTrue(Double.isNaN(apply("/T 12 Tf").textLuminance()));
  }

  @Test
  void textThatIsNotFilledHasNoKnownLuminance() {
    font("F", "Type1");
    assertTrue(Double.isNaN(apply("/F 12 Tf 3 Tr").textLuminance()));
    assertTrue(Double.isNaN(apply("1 Tr").textLuminance()));
  }

  @Test
  void filledAndStrokedTextNeedsOneLuminance() {
    font("F", "Type1");
    assertEquals(0, apply("/F 12 Tf 2 Tr").textLuminance());
    assertTrue(Double.isNaN(apply("1 G").textLuminance()));
  }

  @Test
  void textInTheClipMakesWhatFollowsUncertain() {
    apply("7 Tr");
    assertTrue(state.isDirect());
    state.afterText();
    assertFalse(state.isDirect());
  }

  @Test
  void aCopyIsIndependent() {
    GraphicsState copy = state.copy();
    copy.clipTo(new Rect(0, 0, 10, 10), false);
    assertTrue(state.isDirect());
    assertEquals(PAGE, state.clip());
    assertFalse(copy.isDirect());
  }
}
