/** Super types and links of each type of a rule check, made once. The engine makes both lists again for every object that it checks. */
package octavo.host.engine.patches;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.verapdf.model.ModelHelper;

public final class ModelTypes {
  private static final Map<String, List<String>> SUPER_NAMES = new ConcurrentHashMap<>();
  private static final Map<String, List<String>> LINKS = new ConcurrentHashMap<>();

  private ModelTypes() {}

  public static List<String> getListOfSuperNames(String type) {
    List<String> names = SUPER_NAMES.get(type);
    return names != null ? names : SUPER_NAMES.computeIfAbsent(type, name -> List.copyOf(ModelHelper.getListOfSuperNames(name)));
  }

  public static List<String> getListOfLinks(String type) {
    List<String> links = LINKS.get(type);
    return links != null ? links : LINKS.computeIfAbsent(type, name -> List.copyOf(ModelHelper.getListOfLinks(name)));
  }
}
