/**
 * Conversion with OpenDataLoader PDF. Only this package and its subpackages know the engine's internals: static state,
 * hooks through configuration getters and image requests, reflection. An upgrade of the engine changes nothing else.
 */
package octavo.host.engine;
