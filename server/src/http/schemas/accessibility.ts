/** The accessibility report of a job on the wire. */
import { Type } from '@fastify/type-provider-typebox';
import {
  accessibilityPlacesMax,
  accessibilityStandard,
  toDoKinds,
  writtenKinds,
  writtenSources,
} from '../../domain/accessibility.ts';
import { OneOf } from '../../domain/schema-parts.ts';
import { accessibilityExample } from './accessibility-example.ts';
import { Box, PageNumber } from './reading-parts.ts';

const Places = Type.Array(
  Type.Object({
    page: PageNumber,
    box: Type.Union([Box, Type.Null()], { description: 'null if only the page is known.' }),
  }),
  { description: `Where: the first ${accessibilityPlacesMax} places. Empty for the document as a whole.` },
);

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const checkFields = {
  passes: Type.Boolean({
    description:
      'Whether the file passes the machine-checkable rules. Other requirements need a person, such as whether an alternative text says what the image shows.',
  }),
  rules_failed: Count('Rules that the file does not pass.'),
  failures: Type.Array(
    Type.Object({
      clause: Type.String({ description: 'Clause of the standard and number of the test: `7.1-3`.' }),
      description: Type.String({ description: 'What the rule demands.' }),
      count: Count('How often the file fails it.'),
      places: Places,
    }),
    { description: 'One entry for each rule that fails.' },
  ),
};

const Check = (description: string) => Type.Union([Type.Object(checkFields), Type.Null()], { description });

const Failure = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const Written = Type.Object({
  what: OneOf(writtenKinds, {
    description:
      '`alternative_text_removed`: a placeholder such as "image 1" that said nothing. `pdfua_identifier` only if all rules pass with it.',
  }),
  value: Type.Union([Type.String(), Type.Null()], { description: 'The title or language, for example.' }),
  from: OneOf(writtenSources, {
    description:
      '`document`: the source says so. `option`: an option of the job. `structure`: what was found on the pages. `first_heading`: inferred from the first heading of level 1. `checks`: all rules pass with it.',
  }),
  count: Count('How often it was written.'),
});

const ToDo = Type.Object({
  what: OneOf(toDoKinds),
  message: Type.String({ description: 'What to do.' }),
  count: Count('How many places.'),
  places: Places,
});

export const AccessibilityBody = Type.Object(
  {
    standard: OneOf([accessibilityStandard]),
    checked_by: Type.String({ description: 'The validator and its version.' }),
    before: Check('The file as it was submitted; null if it could not be checked.'),
    before_error: Failure('Why the submitted file could not be checked.'),
    after: Check('The tagged PDF; null if it could not be checked.'),
    after_error: Failure('Why the tagged PDF could not be checked.'),
    written: Type.Array(Written, {
      description: 'What was written into the tagged PDF. Nothing is invented.',
    }),
    to_do: Type.Array(ToDo, { description: 'What a person still has to do.' }),
  },
  { $id: 'AccessibilityReport', examples: [accessibilityExample] },
);
