/** One stream of content as it is followed: the page's own, or that of a form. */
package octavo.host;

import java.util.ArrayDeque;
import java.util.Deque;
import org.verapdf.pd.PDResourcesHandler;

/** `kept`: what `q` keeps and `Q` brings back. `marks`: of each open mark, whether what it holds may be hidden. */
record StreamState(NamedResources named, String form, int depth, Deque<GraphicsState> kept, Deque<Boolean> marks) {
  static StreamState of(PDResourcesHandler resources, String form, int depth) {
    return new StreamState(new NamedResources(resources), form, depth, new ArrayDeque<>(), new ArrayDeque<>());
  }
}
