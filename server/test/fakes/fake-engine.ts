/** A fake of preflight and inspection: three plain pages by default. */
import { countPages } from '../../src/domain/page-range.ts';
import type {
  Engine,
  InspectOutcome,
  InspectRequest,
  PreflightOutcome,
  PreflightRequest,
} from '../../src/ports/engine.ts';

export type FakeEngine = Pick<Engine, 'preflight' | 'inspect'>;

export type FakeAnswers = {
  readonly preflight?: (request: PreflightRequest) => PreflightOutcome | Promise<PreflightOutcome>;
  readonly inspect?: (request: InspectRequest) => InspectOutcome | Promise<InspectOutcome>;
};

/** Every page inspected, without findings. */
export function plainFindings(pagesInspected: number): InspectOutcome & { status: 'inspected' } {
  return {
    status: 'inspected',
    findings: {
      pagesInspected,
      scannedPages: [],
      textLayerPages: [],
      pagesWithoutText: [],
      garbledPages: [],
      unmappedFonts: 0,
      unmappedLetters: 0,
    },
  };
}

export function fakeEngine(answers: FakeAnswers = {}): FakeEngine {
  const accepted: PreflightOutcome = {
    status: 'accepted',
    pageCount: 3,
    encrypted: false,
    tagged: false,
    repaired: false,
  };
  return {
    preflight: async (request) => answers.preflight?.(request) ?? accepted,
    inspect: async (request) => answers.inspect?.(request) ?? plainFindings(countPages(request.range)),
  };
}
