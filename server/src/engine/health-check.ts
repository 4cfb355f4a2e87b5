/** Health checks of the engine: Java, jar, sandbox, and memory limit. */
import { bad, type Check, ok, warn } from '../ports/health-check.ts';
import { createEngine } from './engine.ts';
import type { EngineSettingsChange } from './settings.ts';

const part = 'engine';

/** Advice by error message. */
const advice: readonly (readonly [RegExp, string])[] = [
  [
    /Permission denied/i,
    'Started by root the sandbox runs as another user: every folder on the way to this installation must be open to all (chmod o+x), or start the service as a user of its own.',
  ],
  [/No Java found/i, 'Install a JRE of 17 or later, or set OCTAVO_ENGINE_JAVA to its path.'],
  [/not the pinned/i, 'Run npm ci again: the engine’s jar is not the one this version was tested with.'],
  [
    /could not be compiled/i,
    'Install a JDK of 17 or later; it is needed once, after an installation or upgrade.',
  ],
  [
    /bwrap|bubblewrap|sandbox|namespace/i,
    'Install bubblewrap and allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, or user.max_user_namespaces above 0).',
  ],
];

/** Starts one real process in the real sandbox: what works here works in a worker. */
export function engineCheck(settings: EngineSettingsChange): Check {
  return {
    part,
    run: async () => {
      const engine = createEngine({ ...settings, slots: 0, preflightSlots: 1, inspectSlots: 0 });
      try {
        const probe = await engine.start();
        return [
          ok(part, `version ${probe.engineVersion} starts on Java ${probe.java}`),
          probe.sandbox === 'namespaces'
            ? ok('sandbox', 'own files, processes, network and user')
            : bad('sandbox', 'is off', 'Set OCTAVO_ENGINE_SANDBOX=required; documents are untrusted.'),
          probe.memory === 'watchdog'
            ? warn(
                'memory limit',
                'is watched by the worker, not enforced by the kernel',
                'Delegate a cgroup (systemd: Delegate=memory pids; or OCTAVO_ENGINE_CGROUP_DIR) for a hard limit.',
              )
            : ok('memory limit', `is enforced by ${probe.memory}`),
          probe.tasks === 'none'
            ? warn(
                'process limit',
                'is not enforced',
                'Delegate a cgroup (systemd: Delegate=memory pids; or OCTAVO_ENGINE_CGROUP_DIR), or use Linux 5.14 or later.',
              )
            : ok('process limit', `is enforced by ${probe.tasks}`),
        ];
      } catch (error) {
        const says = error instanceof Error ? error.message : String(error);
        const next = advice.find(([pattern]) => pattern.test(says))?.[1] ?? 'See the log of a worker.';
        return [bad(part, says, next)];
      } finally {
        await engine.close();
      }
    },
  };
}
