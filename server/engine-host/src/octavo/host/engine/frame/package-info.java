/** Where things are on the displayed page, in terms of the engine. */
package octavo.host.engine.frame;
