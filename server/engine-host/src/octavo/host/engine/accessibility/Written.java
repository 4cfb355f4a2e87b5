/** An entry that was written into the document, and where its value comes from. */
package octavo.host.engine.accessibility;

record Written(String what, String value, String from, int count) {}
