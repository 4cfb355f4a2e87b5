/** The accessibility report of the examples: a document without a language whose image has no alternative text. */
import type { AccessibilityReport } from '../../domain/accessibility.ts';

const image = { page: 3, box: [72, 410.5, 310.2, 655] };

const alternativeText = {
  clause: '7.3-1',
  description: 'Figure tags shall include an alternative representation or replacement text',
  count: 1,
  places: [image],
};

const untagged = {
  clause: '7.1-3',
  description: 'Content shall be marked as Artifact or tagged as real content',
  count: 214,
  places: [{ page: 1, box: null }],
};

export const accessibilityExample: AccessibilityReport = {
  standard: 'PDF/UA-1',
  checked_by: 'veraPDF 1.28',
  before: { passes: false, rules_failed: 1, failures: [untagged] },
  before_error: null,
  after: { passes: false, rules_failed: 1, failures: [alternativeText] },
  after_error: null,
  written: [
    { what: 'marked', value: null, from: 'structure', count: 1 },
    { what: 'title', value: 'Annual report 2026', from: 'document', count: 1 },
    { what: 'language', value: 'en', from: 'option', count: 1 },
  ],
  to_do: [
    {
      what: 'alternative_text',
      message:
        'Write an alternative text for each image that says something, and mark the others as artifacts.',
      count: 1,
      places: [image],
    },
  ],
};
