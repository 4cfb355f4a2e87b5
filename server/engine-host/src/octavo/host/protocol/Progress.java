/** Reports how far the current request has come. */
package octavo.host.protocol;

@FunctionalInterface
public interface Progress {
  void report(String stage, int page, int of);
}
