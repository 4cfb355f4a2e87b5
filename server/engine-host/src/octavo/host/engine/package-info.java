/**
 * Conversion with OpenDataLoader PDF. The only package that knows the engine's internals: static state, hooks through
 * configuration getters and image requests, reflection. An upgrade of the engine changes this package only.
 */
package octavo.host.engine;
