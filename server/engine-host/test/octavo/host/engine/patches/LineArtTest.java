package octavo.host.engine.patches;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.verapdf.gf.model.impl.containers.StaticStorages;
import org.verapdf.wcag.algorithms.entities.content.LineArtChunk;
import org.verapdf.wcag.algorithms.entities.geometry.BoundingBox;
import org.verapdf.wcag.algorithms.entities.geometry.MultiBoundingBox;
import org.verapdf.wcag.algorithms.semanticalgorithms.containers.StaticContainers;
import org.verapdf.wcag.algorithms.semanticalgorithms.utils.StreamInfo;

class LineArtTest {
  private final LineArt art = new LineArt(null);

  @BeforeEach
  void readForTagging() {
    StaticContainers.updateContainers(null);
    StaticContainers.setIsDataLoader(true);
    StaticStorages.setIsIgnoreMCIDs(true);
  }

  @AfterEach
  void clear() {
    StaticContainers.setIsDataLoader(false);
    StaticStorages.clearAllContainers();
  }

  private void draw(int operator, String form) {
    art.add((Long) null, new BoundingBox(0, operator, 0, operator + 1, 1), operator, form);
  }

  /** As the engine gives places to a line. */
  private StreamInfo copyOfPlaces() {
    List<StreamInfo> places = art.getStreamInfos(null);
    assertEquals(1, places.size());
    return new StreamInfo(places.get(0));
  }

  @Test
  void givesEveryLineAllPlacesInOneEntry() {
    IntStream.of(7, 11, 300).forEach(operator -> draw(operator, null));
    StreamInfo first = copyOfPlaces();
    StreamInfo second = copyOfPlaces();
    for (int operator : new int[] {7, 11, 300}) {
      assertTrue(SharedPlaces.contains(first, null, operator, operator + 1));
      assertTrue(SharedPlaces.contains(second, null, operator, operator + 1));
    }
    assertFalse(SharedPlaces.contains(first, null, 8, 9));
    assertFalse(SharedPlaces.contains(first, "Fm0", 7, 8));
  }

  @Test
  void doesNotShowLaterPlacesInEarlierLines() {
    draw(7, null);
    draw(11, null);
    StreamInfo earlier = copyOfPlaces();
    draw(15, null);
    assertFalse(SharedPlaces.contains(earlier, null, 15, 16));
    assertTrue(SharedPlaces.contains(copyOfPlaces(), null, 15, 16));
  }

  @Test
  void knowsTheFormOfItsPlaces() {
    draw(7, "Fm0");
    draw(11, "Fm0");
    assertTrue(SharedPlaces.contains(copyOfPlaces(), "Fm0", 11, 12));
    assertFalse(SharedPlaces.contains(copyOfPlaces(), null, 11, 12));
  }

  @Test
  void keepsASinglePlaceAsItIs() {
    draw(7, null);
    assertEquals(7, copyOfPlaces().getOperatorIndex());
    assertTrue(SharedPlaces.contains(copyOfPlaces(), null, 7, 8));
    assertFalse(SharedPlaces.contains(copyOfPlaces(), null, 8, 9));
  }

  @Test
  void keepsTheBoxesOfAreasThatBecomeOne() {
    draw(7, null);
    draw(11, null);
    List<BoundingBox> boxes = art.getBoundingBoxes(null);
    assertEquals(1, boxes.size());
    MultiBoundingBox joined = assertInstanceOf(MultiBoundingBox.class, boxes.get(0));
    assertEquals(List.of(7.0, 12.0), List.of(joined.getLeftX(), joined.getRightX()));
    assertEquals(Set.of(7.0, 11.0), Set.copyOf(joined.getBoundingBoxes().stream().map(BoundingBox::getLeftX).toList()));
  }

  @Test
  void keepsNoEndlessNumberOfBoxes() {
    IntStream.range(0, 30_000).forEach(operator -> draw(operator, null));
    BoundingBox joined = art.getBoundingBoxes(null).get(0);
    assertFalse(joined instanceof MultiBoundingBox);
    assertEquals(List.of(0.0, 30_000.0), List.of(joined.getLeftX(), joined.getRightX()));
  }

  @Test
  void hasNoPlacesWithoutLines() {
    assertEquals(List.of(), art.getStreamInfos(null));
  }

  /** Of the engine, only these read places, and they read those of text and images. A new reader must know shared places. */
  private static final Set<String> READERS = Set.of(
      "org/opendataloader/pdf/entities/EnrichedImageChunk", "org/opendataloader/pdf/processors/AutoTaggingProcessor",
      "org/opendataloader/pdf/processors/HybridDocumentProcessor", "org/opendataloader/pdf/utils/ImagesUtils",
      "org/verapdf/gf/model/factory/chunks/ChunkParser", "org/verapdf/gf/model/factory/chunks/LineArtContainer",
      "org/verapdf/gf/model/factory/chunks/TextPieces", "org/verapdf/wcag/algorithms/entities/BaseObject",
      "org/verapdf/wcag/algorithms/entities/IObject", "org/verapdf/wcag/algorithms/entities/content/TextChunk",
      "org/verapdf/wcag/algorithms/semanticalgorithms/utils/TextChunkUtils");

  @Test
  void isReadByNothingElseInTheEngine() throws Exception {
    Set<String> found = new TreeSet<>();
    Path engine = Path.of(LineArtChunk.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (JarFile jar = new JarFile(engine.toFile())) {
      for (String name : jar.stream().map(entry -> entry.getName()).filter(name -> name.matches("org/(verapdf|opendataloader)/.*\\.class")).toList()) {
        if (names(jar.getInputStream(jar.getEntry(name)).readAllBytes(), "getStreamInfos")) {
          found.add(name.replace(".class", ""));
        }
      }
    }
    assertEquals(new TreeSet<>(READERS), found);
    for (String tagging : List.of("AutoTaggingProcessor", "HybridDocumentProcessor")) {
      byte[] file = LineArtTest.class.getResourceAsStream("/org/opendataloader/pdf/processors/" + tagging + ".class").readAllBytes();
      for (String type : List.of("content/LineChunk", "content/LineArtChunk", "content/InfoChunk", "BaseObject")) {
        assertEquals(null, ClassReferences.redirectCalls(
            file, "org/verapdf/wcag/algorithms/entities/" + type, "getStreamInfos", "()Ljava/util/List;", "no/Such"));
      }
    }
  }

  private static boolean names(byte[] file, String text) throws IOException {
    return ClassReferences.replaceClass(file, text, "other") != null;
  }
}
