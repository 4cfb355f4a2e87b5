/** A thread whose library warnings are not about the conversion, and are not collected. */
package octavo.host.protocol;

public final class QuietThread extends Thread {
  public QuietThread(Runnable work, String name, long stackBytes) {
    super(null, work, name, stackBytes);
    setDaemon(true);
  }
}
