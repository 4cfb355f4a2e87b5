/** The state of one content stream: that of the page, or of a form XObject. */
package octavo.host.visibility.fastpath;

import java.util.ArrayDeque;
import java.util.Deque;
import org.verapdf.pd.PDResourcesHandler;

/** `saved`: the states saved by `q`. `marks`: for each open marked-content sequence, whether its content may be hidden. */
record StreamState(NamedResources named, String form, int depth, Deque<GraphicsState> saved, Deque<Boolean> marks) {
  static StreamState of(PDResourcesHandler resources, String form, int depth) {
    return new StreamState(new NamedResources(resources), form, depth, new ArrayDeque<>(), new ArrayDeque<>());
  }
}
