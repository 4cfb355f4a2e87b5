/** Records the tools of this process, so that receipts can name them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { type Toolchain, toolchainId } from '../domain/toolchain.ts';
import { engineTools, recognitionTools } from '../engine/engine-tools.ts';
import type { EngineProbe } from '../ports/engine.ts';
import type { Store } from '../ports/store.ts';
import { writerTools } from '../writer/writer-tools.ts';

type ReceiptPorts = Pick<Store, 'receipts'>;

const retryMs = 5_000;

/** A process also starts while the database is unavailable. */
async function registerOnceReachable({ receipts }: ReceiptPorts, tools: Toolchain): Promise<void> {
  for (;;) {
    try {
      return await receipts.registerToolchain(tools);
    } catch {
      await sleep(retryMs, null, { ref: false });
    }
  }
}

function register(ports: ReceiptPorts, tools: Toolchain): string {
  void registerOnceReachable(ports, tools);
  return toolchainId(tools);
}

/** For processes that convert. Resolves to the id of the tools. */
export async function registerConverter(
  ports: ReceiptPorts,
  { ocr }: Config,
  probe: EngineProbe,
): Promise<string> {
  const recognition = await recognitionTools(ocr.enabled ? ocr.languages : []);
  return register(ports, [...engineTools(probe), ...(await writerTools()), ...recognition]);
}

/** For processes that only write further formats of documents. Resolves to the id of the tools. */
export async function registerWriter(ports: ReceiptPorts): Promise<string> {
  return register(ports, await writerTools());
}
