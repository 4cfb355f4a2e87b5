/** What is refused comes as the class of its status, with everything the service said about it. */
import { equal, isTrue, thrown } from './check.ts';
import type { Scenario } from './scenario-context.ts';

export const refusals: Readonly<Record<string, Scenario>> = {
  'has the figures of a 402 as numbers': async ({ sdk, free, document }) => {
    const error = await thrown(
      free.jobs.create({ file: await document('many-pages') }),
      sdk.QuotaExceededError,
    );
    equal([error.status, error.code], [402, 'page_limit_reached'], 'the refusal');
    equal([error.pdfPages, error.pagesLimit, error.tier], [1001, 1000, 'free'], 'the figures');
    equal(error.pagesRemaining, error.pagesLimit - error.pagesUsed, 'what remains');
  },

  'points at every fault of a 400': async ({ sdk, client, document }) => {
    const options = { format: ['nothing'], unknown: 1 } as object;
    const error = await thrown(
      client.jobs.create({ file: await document('small'), options }),
      sdk.BadRequestError,
    );
    equal(error.code, 'invalid_request', 'the code');
    const places = error.faults.map(({ loc }) => loc.join('.')).sort();
    equal(places, ['options.format.0', 'options.unknown'], 'the places');
  },

  'receives a 413 although most of the file is still to be sent': async ({ sdk, free, document }) => {
    const error = await thrown(free.jobs.create({ file: await document('large') }), sdk.FileTooLargeError);
    equal([error.status, error.code], [413, 'file_too_large'], 'the refusal');
  },

  'says 404 for what is not there': async ({ sdk, client }) => {
    const anonymous = '00000000-0000-4000-8000-000000000000';
    const error = await thrown(client.jobs.retrieve(anonymous), sdk.NotFoundError);
    equal([error.status, error.code], [404, 'job_not_found'], 'the refusal');
    isTrue(error.nextStep.includes('jobs.list()'), 'what to do next');
    await thrown(client.jobs.watch(anonymous).next(), sdk.NotFoundError);
    await thrown(client.jobs.wait(anonymous), sdk.NotFoundError);
  },

  'says that anonymous answers where anonymous does': async ({ sdk }) => {
    const options = {
      apiKey: 'oct_x',
      baseUrl: 'http://127.0.0.1:9',
      maxRetries: 0,
      dangerouslyAllowBrowser: true,
    };
    const error = await thrown(new sdk.Octavo(options).account.me(), sdk.ConnectionError);
    isTrue(error.message.includes('127.0.0.1:9'), 'the place is named');
  },
};
