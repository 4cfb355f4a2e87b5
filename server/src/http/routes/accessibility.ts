/** `GET /jobs/{id}/accessibility`: what was checked and written in the tagged PDF, and what is left to do. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { readAccessibility } from '../../actions/read-accessibility.ts';
import type { Store } from '../../ports/store.ts';
import { callerOf } from '../authenticate.ts';
import { AccessibilityBody } from '../schemas/accessibility.ts';
import { answer } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';
import { JobPath } from '../schemas/job.ts';

const statuses = [401, 403, 'job_not_found', 'format_not_produced', 'job_not_done', 'job_failed'] as const;

export function accessibilityRoutes(ports: {
  readonly store: Pick<Store, 'jobs'>;
}): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/jobs/:id/accessibility',
      {
        schema: {
          tags: ['Jobs'],
          operationId: 'getAccessibilityReport',
          summary: 'Get the accessibility report',
          description:
            'For jobs with the format `tagged-pdf`: which machine-checkable rules of PDF/UA-1 the source and the tagged PDF fail, with pages and boxes, what was written into the tagged PDF and where it came from, and what a person still has to do.',
          params: JobPath,
          response: {
            200: answer(AccessibilityBody, 'The report.'),
            ...errorResponses(...statuses, 429, 503),
          },
        },
      },
      async (request) => readAccessibility(ports, callerOf(request), request.params.id),
    );
  };
}
