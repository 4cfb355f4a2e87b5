/** Builds the seccomp filter that bubblewrap installs, as a classic BPF program. */
import { allowedCalls, type CallNumbers, checkedCalls } from './seccomp-calls.ts';

export type SeccompArch = 'x64' | 'arm64';

/** The kernel's architecture constants (`AUDIT_ARCH_*`); a call of any other architecture kills the process. */
export const auditArch: Readonly<Record<SeccompArch, number>> = { x64: 0xc000_003e, arm64: 0xc000_00b7 };

const errno = { perm: 1, invalid: 22, notTerminal: 25, noSuchCall: 38, familyUnsupported: 97 } as const;

export const verdict = {
  allow: 0x7fff_0000,
  killProcess: 0x8000_0000,
  error: (number: number) => 0x0005_0000 | number,
} as const;

/** One instruction: operation, jump if true, jump if false, operand. */
type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, operand: number];

const op = { load: 0x20, jumpIfEqual: 0x15, jumpIfAnyBit: 0x45, return: 0x06 } as const;
/** Offsets in the kernel's `struct seccomp_data`. */
const at = { number: 0, arch: 4, argument: (index: number) => 16 + 8 * index } as const;

const load = (offset: number): Instruction => [op.load, 0, 0, offset];
const end = (value: number): Instruction => [op.return, 0, 0, value];
/** Skips the next instructions unless the loaded value is `value`. */
const unlessEqualSkip = (value: number, count: number): Instruction => [op.jumpIfEqual, 0, count, value];

/** All namespace flags: user, mount, process, network, IPC, host name, cgroup. */
const namespaceFlags = 0x7e02_0000;
/** FIONREAD, TCGETS, TIOCGWINSZ, FIONBIO, FIOCLEX: used for pipes and files. */
const ioctlRequests = [0x541b, 0x5401, 0x5413, 0x5421, 0x5451];
/** PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_CAPBSET_READ, PR_SET_VMA. */
const prctlOptions = [15, 16, 3, 23, 0x5356_4d41];
const unixFamily = 1;

/** The kernel reads these arguments as 32 bits, so only the low half is checked. */
function allowValues(argument: number, values: readonly number[], otherwise: number): Instruction[] {
  return [
    load(at.argument(argument)),
    ...values.flatMap((value) => [unlessEqualSkip(value, 1), end(verdict.allow)]),
    end(verdict.error(otherwise)),
  ];
}

const checks: Readonly<Record<keyof typeof checkedCalls, readonly Instruction[]>> = {
  clone: [
    load(at.argument(0)),
    [op.jumpIfAnyBit, 0, 1, namespaceFlags],
    end(verdict.error(errno.perm)),
    end(verdict.allow),
  ],
  ioctl: allowValues(1, ioctlRequests, errno.notTerminal),
  prctl: allowValues(0, prctlOptions, errno.invalid),
  // Java's file channels create a pair of local sockets when first used.
  socketpair: allowValues(0, [unixFamily], errno.familyUnsupported),
  // Java probes for IPv6 and reads this error as no.
  socket: [end(verdict.error(errno.familyUnsupported))],
};

function numberOn(arch: SeccompArch, [x64, arm64]: CallNumbers): number | null {
  return arch === 'x64' ? x64 : arm64;
}

function instructions(arch: SeccompArch): Instruction[] {
  const allowed = Object.values(allowedCalls).flatMap((numbers) => numberOn(arch, numbers) ?? []);
  const checked = Object.entries(checks).flatMap(([name, body]) => {
    const number = numberOn(arch, checkedCalls[name as keyof typeof checkedCalls]);
    return number === null ? [] : [unlessEqualSkip(number, body.length), ...body];
  });
  return [
    load(at.arch),
    [op.jumpIfEqual, 1, 0, auditArch[arch]],
    end(verdict.killProcess),
    load(at.number),
    ...allowed.flatMap((number) => [unlessEqualSkip(number, 1), end(verdict.allow)]),
    ...checked,
    end(verdict.error(errno.noSuchCall)),
  ];
}

/** As bubblewrap reads it: an array of `struct sock_filter`. */
export function seccompProgram(arch: SeccompArch): Buffer {
  const program = instructions(arch);
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, jumpTrue, jumpFalse, operand]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(jumpTrue, index * 8 + 2);
    bytes.writeUInt8(jumpFalse, index * 8 + 3);
    bytes.writeUInt32LE(operand >>> 0, index * 8 + 4);
  }
  return bytes;
}

export function seccompArch(arch: string = process.arch): SeccompArch {
  if (arch === 'x64' || arch === 'arm64') {
    return arch;
  }
  throw new Error(`There is no filter of system calls for the architecture ${arch}.`);
}
