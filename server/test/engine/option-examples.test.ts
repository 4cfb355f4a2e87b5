/** The examples of the options reference are what the engine writes, and each option changes its example. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OptionName } from '../../src/domain/option-guide.ts';
import { optionNames } from '../../src/http/schemas/options.ts';
import { optionExamples, optionOutput, readOptionOutputs } from '../fixtures/option-examples.ts';
import { openTestEngine, type TestEngine } from './test-engine.ts';

const names = Object.keys(optionExamples) as OptionName[];

describe('the example of', () => {
  let testEngine: TestEngine;
  beforeAll(async () => {
    testEngine = await openTestEngine();
  });
  afterAll(() => testEngine.close());

  it.each(names)('%s is up to date and shows a difference', async (name) => {
    const known = await readOptionOutputs();
    const output = await optionOutput(testEngine.engine, name);
    expect(output).toEqual(known[name]);
    expect(output.after).not.toBe(output.before);
  });
});

it('covers every option but the choice of formats, and those that need a scan or a rare layout or change no text', () => {
  const without = ['format', 'table_method', 'ocr', 'ocr_languages', 'language'];
  expect(optionNames.filter((name) => !names.includes(name))).toEqual(without);
});
