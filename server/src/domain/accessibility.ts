/**
 * What was checked and written to make a tagged PDF more accessible, and what a person still has to do. Only rules that
 * a program can check are in it: a document that passes them all is not yet accessible.
 */
import { type Static, type TSchema, Type } from 'typebox';
import { OneOf } from './schema-parts.ts';

export const accessibilityStandard = 'PDF/UA-1';

export const writtenKinds = [
  'marked',
  'title',
  'display_title',
  'language',
  'tab_order',
  'pdfua_identifier',
  'table_header',
  'alternative_text_removed',
] as const;

/** Where a written value comes from. `first_heading` is an inference; `checks`: all rules pass with it. */
export const writtenSources = ['document', 'option', 'structure', 'first_heading', 'checks'] as const;

export const toDoKinds = [
  'language',
  'title',
  'alternative_text',
  'table_headers',
  'reading_order',
  'fonts',
  'annotations',
  'other',
] as const;

/** Places of one failure or one task; its count includes those that are not listed. */
export const accessibilityPlacesMax = 100;
/** PDF/UA-1 has 106 rules that a program can check. */
export const accessibilityRulesMax = 200;
const [textCharsMax, entriesMax, pagesMax] = [2_000, 200, 1_000_000];
/** Larger than any page; a box far outside of one may exceed it. */
const edgeMax = 1e9;

const OrNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Text = Type.String({ maxLength: textCharsMax });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Edge = Type.Number({ minimum: -edgeMax, maximum: edgeMax });

export const AccessibilityPlace = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: pagesMax, description: '1-based.' }),
  box: OrNull(
    Type.Array(Edge, {
      minItems: 4,
      maxItems: 4,
      description: 'Left, bottom, right, top in points of the displayed page, as in the json output.',
    }),
  ),
});

const Places = Type.Array(AccessibilityPlace, { maxItems: accessibilityPlacesMax });

export const AccessibilityCheck = Type.Object({
  passes: Type.Boolean({ description: 'Whether it passes the machine-checkable rules.' }),
  rules_failed: Count,
  failures: Type.Array(
    Type.Object({
      clause: Type.String({
        maxLength: 40,
        description: 'Clause of the standard and number of the test: `7.1-3`.',
      }),
      description: Text,
      count: Count,
      places: Places,
    }),
    { maxItems: accessibilityRulesMax },
  ),
});

export const AccessibilityReport = Type.Object({
  standard: Type.Literal(accessibilityStandard),
  checked_by: Type.String({ maxLength: 100, description: 'Validator and its version.' }),
  before: OrNull(AccessibilityCheck),
  before_error: OrNull(Text),
  after: OrNull(AccessibilityCheck),
  after_error: OrNull(Text),
  written: Type.Array(
    Type.Object({
      what: OneOf(writtenKinds),
      value: OrNull(Text),
      from: OneOf(writtenSources),
      count: Count,
    }),
    { maxItems: entriesMax },
  ),
  to_do: Type.Array(Type.Object({ what: OneOf(toDoKinds), message: Text, count: Count, places: Places }), {
    maxItems: entriesMax,
  }),
});

export type AccessibilityPlace = Static<typeof AccessibilityPlace>;
export type AccessibilityCheck = Static<typeof AccessibilityCheck>;
export type AccessibilityReport = Static<typeof AccessibilityReport>;
