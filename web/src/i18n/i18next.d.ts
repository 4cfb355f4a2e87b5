/** Tells i18next which keys exist, so that a misspelt one does not compile. */
import 'i18next';
import type { en } from './locales/en/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: typeof en;
  }
}
