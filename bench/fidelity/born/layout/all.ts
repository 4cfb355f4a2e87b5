/** The set `layouts`: other programs, other kinds of documents, other sources of text. */
import type { BornDocument } from '../source.ts';
import { businessDocuments } from './business.ts';
import { readingDocuments } from './reading.ts';

export const layoutDocuments = (): readonly BornDocument[] => [...businessDocuments(), ...readingDocuments()];
