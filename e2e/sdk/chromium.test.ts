/** The packed SDK works in a browser, on a page of the service's own origin, like the dashboard. */

import { context } from '@octavo/testkit/service-under-test/context.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type PageReport, runInBrowser } from './browser/run-in-browser.ts';
import { castFor } from './facts.ts';
import { portable } from './scenarios/portable.ts';

describe('in Chromium', () => {
  let report: PageReport;

  beforeAll(async () => {
    let dismiss = async () => {};
    report = await runInBrowser({
      target: context.baseUrl,
      cast: async (origin) => {
        const cast = await castFor(origin);
        dismiss = cast.dismiss;
        return cast.facts;
      },
    }).finally(() => dismiss());
  });

  it.each(Object.keys(portable))('%s', (name) => {
    const verdict = report.verdicts.get(name);
    expect(verdict).toBeDefined();
    expect(verdict?.fault).toBeNull();
  });
});
