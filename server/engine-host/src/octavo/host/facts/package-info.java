/**
 * What a PDF says besides its page content: links, form fields, outline, labels, properties. Reads the object model
 * only. Every walk is bounded, and what cannot be read is left out.
 */
package octavo.host.facts;
