/**
 * The protocol with the parent process: one JSON request per line on stdin, one JSON message per line on stdout.
 * Knows nothing about PDF. The other packages implement {@link octavo.host.protocol.Operation}.
 */
package octavo.host.protocol;
