/** The public API of `@octavo/langchain`. */
export type { OctavoMetadata } from './document-of.ts';
export { type LoaderInput, OctavoLoader, type OctavoLoaderOptions } from './octavo-loader.ts';
