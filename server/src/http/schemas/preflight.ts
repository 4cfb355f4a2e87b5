/** The response of `POST /preflight`. */

import { type Static, Type } from '@fastify/type-provider-typebox';
import type { DocumentReport } from '../../actions/inspect-document.ts';
import { snakeKey, snakeKeys } from '../../domain/key-case.ts';
import { OneOf } from '../../domain/schema-parts.ts';
import type { DocumentFindings } from '../../ports/engine.ts';
import { errorStatus } from '../error-status.ts';
import { preflightExample } from './examples.ts';
import { type OptionsBody, optionNames, RecommendedOptions } from './options.ts';

const Pages = (description: string) => Type.Array(Type.Integer({ minimum: 1 }), { description });

const risks = ['none', 'low', 'high', 'unknown'] as const;

const GarbledText = Type.Object({
  risk: OneOf(risks, {
    description:
      '`high`: the pages named here will have gaps. `low`: a few characters will be missing. `unknown`: no page could be inspected.',
  }),
  pages: Pages('Pages on which at least 30 % of the text has no known characters.'),
  fonts: Type.Integer({ minimum: 0, description: 'Fonts in use that do not name some of their characters.' }),
  characters: Type.Integer({ minimum: 0, description: 'Characters that cannot be read, on all pages.' }),
});

const Cost = Type.Object({
  pages: Type.Integer({ minimum: 1, description: 'What the job would cost: the pages chosen, else all.' }),
  pages_remaining: Type.Integer({ minimum: 0 }),
  pages_limit: Type.Integer({ minimum: 0 }),
  enough: Type.Boolean({ description: 'Whether the month’s remaining pages suffice.' }),
});

const SubmitNow = Type.Object(
  {
    status: Type.Integer({ description: '201, 402 or 429.' }),
    code: Type.Union([OneOf(['page_limit_reached', 'concurrent_job_limit']), Type.Null()]),
  },
  { description: 'How `POST /jobs` would answer the same form right now.' },
);

const Reason = Type.Object({
  option: Type.Union([OneOf(optionNames), Type.Null()], { description: 'null where no option helps.' }),
  value: Type.Unknown({ description: 'The recommended value; null for a note without a recommendation.' }),
  why: Type.String(),
});

export const PreflightBody = Type.Object(
  {
    pages: Type.Integer({ minimum: 1, description: 'Pages of the document.' }),
    pages_inspected: Type.Integer({
      minimum: 0,
      description: 'Fewer than `cost.pages` where time ran out; the lists then cover these pages alone.',
    }),
    encrypted: Type.Boolean(),
    tagged: Type.Boolean({ description: 'Whether it has a structure tree.' }),
    scanned_pages: Pages(
      'An image covers most of the page, and there is no text. It is recognized, unless `ocr` is `off`.',
    ),
    scanned_pages_with_text: Pages('The same, with an invisible text layer, as OCR produces it.'),
    pages_without_text: Pages('Every page without text: scans, other images, empty pages.'),
    garbled_text: GarbledText,
    cost: Cost,
    submit_now: SubmitNow,
    recommended_options: RecommendedOptions,
    reasons: Type.Array(Reason),
  },
  { $id: 'Preflight', examples: [preflightExample] },
);

function riskOf({ pagesInspected, garbledPages, unmappedLetters }: DocumentFindings) {
  if (garbledPages.length > 0) return 'high';
  if (pagesInspected === 0) return 'unknown';
  return unmappedLetters > 0 ? 'low' : 'none';
}

export function toPreflightBody(report: DocumentReport): Static<typeof PreflightBody> {
  const { document, findings, advice, refusal } = report;
  return {
    pages: document.documentPages,
    pages_inspected: findings.pagesInspected,
    encrypted: document.encrypted,
    tagged: document.tagged,
    scanned_pages: [...findings.scannedPages],
    scanned_pages_with_text: [...findings.textLayerPages],
    pages_without_text: [...findings.pagesWithoutText],
    garbled_text: {
      risk: riskOf(findings),
      pages: [...findings.garbledPages],
      fonts: findings.unmappedFonts,
      characters: findings.unmappedLetters,
    },
    cost: {
      pages: document.pages,
      pages_remaining: report.pagesRemaining,
      pages_limit: report.pagesLimit,
      enough: document.pages <= report.pagesRemaining,
    },
    submit_now: { status: refusal === null ? 201 : errorStatus[refusal], code: refusal },
    recommended_options: snakeKeys(advice.options) as Partial<OptionsBody>,
    reasons: advice.reasons.map(({ option, value, why }) => ({
      option: option === null ? null : (snakeKey(option) as keyof OptionsBody),
      value,
      why,
    })),
  };
}
