/** The rules of the packages: who may import whom, and who may know the engine. */
package octavo.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PackagesTest {
  private static final Path SOURCES = Path.of(System.getProperty("octavo.sources"));
  private static final Pattern PACKAGE = Pattern.compile("^package octavo\\.host\\.?([\\w.]*);", Pattern.MULTILINE);
  private static final Pattern IMPORT = Pattern.compile("^import ([\\w.]+);", Pattern.MULTILINE);

  private static final Map<String, Set<String>> ALLOWED = Map.ofEntries(
      Map.entry("", Set.of("protocol", "engine", "inspection", "repair", "ocr")),
      Map.entry("geometry", Set.of()),
      Map.entry("programs", Set.of()),
      Map.entry("ocr", Set.of("programs", "protocol")),
      Map.entry("repair", Set.of("programs", "protocol")),
      Map.entry("protocol", Set.of()),
      Map.entry("visibility", Set.of("protocol", "geometry")),
      Map.entry("visibility.fastpath", Set.of("visibility", "protocol", "geometry")),
      Map.entry("facts", Set.of("geometry")),
      Map.entry("engine", Set.of("engine.patches", "engine.structure", "protocol", "geometry", "visibility", "visibility.fastpath", "engine.frame", "engine.extraction", "engine.accessibility", "selection")),
      Map.entry("engine.frame", Set.of("geometry")),
      Map.entry("engine.patches", Set.of("engine.structure")),
      Map.entry("engine.structure", Set.of("engine.frame", "facts", "geometry")),
      Map.entry("engine.accessibility", Set.of("engine.frame", "engine.patches", "engine.structure", "geometry", "protocol")),
      Map.entry("engine.extraction", Set.of("engine.frame", "engine.structure", "facts", "geometry")),
      Map.entry("selection", Set.of()),
      Map.entry("inspection", Set.of("engine", "protocol", "geometry")));

  /** OpenDataLoader, the layout model it builds, and the static fields in which it keeps the open document. */
  private static final Pattern ENGINE_INTERNALS = Pattern.compile(
      "org\\.opendataloader\\..*|org\\.verapdf\\.(wcag|gf|tools|containers|xmp)\\..*|java\\.lang\\.reflect\\..*");

  private record Source(Path file, String owner, List<String> imports) {}

  private static List<Source> sources() throws IOException {
    List<Source> sources = new ArrayList<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        String text = Files.readString(file);
        Matcher owner = PACKAGE.matcher(text);
        assertEquals(true, owner.find(), file + " has no package of the host");
        sources.add(new Source(file, owner.group(1), IMPORT.matcher(text).results().map(found -> found.group(1)).toList()));
      }
    }
    assertFalse(sources.isEmpty());
    return sources;
  }

  /** `octavo.host.visibility.fastpath.FastPath` is in `visibility.fastpath`; a nested type is in the package of its class. */
  private static String packageOf(String imported) {
    return imported.replaceFirst("^octavo\\.host\\.", "").replaceFirst("\\.?[A-Z].*$", "");
  }

  @Test
  void importsGoOneWay() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Source source : sources()) {
      for (String imported : source.imports()) {
        if (imported.startsWith("octavo.host.")) {
          String target = packageOf(imported);
          if (!target.equals(source.owner()) && !ALLOWED.getOrDefault(source.owner(), Set.of()).contains(target)) {
            wrong.add(SOURCES.relativize(source.file()) + " imports " + imported);
          }
        }
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void onlyTheEnginePackagesKnowTheEngine() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Source source : sources()) {
      for (String imported : source.imports()) {
        if (!source.owner().matches("engine(\\..*)?") && ENGINE_INTERNALS.matcher(imported).matches()) {
          wrong.add(SOURCES.relativize(source.file()) + " imports " + imported);
        }
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void everyPackageIsKnownHere() throws IOException {
    assertEquals(Set.of(), sources().stream().map(Source::owner).filter(owner -> !ALLOWED.containsKey(owner))
        .collect(java.util.stream.Collectors.toSet()));
  }
}
