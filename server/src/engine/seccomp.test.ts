/** The seccomp filter, executed by a small BPF interpreter for both architectures. */
import { describe, expect, it } from 'vitest';
import { auditArch, type SeccompArch, seccompArch, seccompProgram, verdict } from './seccomp.ts';
import { allowedCalls, checkedCalls } from './seccomp-calls.ts';

type Call = { readonly arch: number; readonly number: number; readonly args?: readonly number[] };

function run(program: Buffer, { arch, number, args = [] }: Call): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(arch, 4);
  for (const [index, value] of args.entries()) data.writeUInt32LE(value, 16 + 8 * index);
  let loaded = 0;
  for (let at = 0; at < program.length; at += 8) {
    const [code, operand] = [program.readUInt16LE(at), program.readUInt32LE(at + 4)];
    const jump = (isTrue: boolean) => 8 * program.readUInt8(at + (isTrue ? 2 : 3));
    if (code === 0x20) loaded = data.readUInt32LE(operand);
    else if (code === 0x15) at += jump(loaded === operand);
    else if (code === 0x45) at += jump((loaded & operand) !== 0);
    else if (code === 0x06) return operand;
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error('the program has no end');
}

const arches: readonly SeccompArch[] = ['x64', 'arm64'];

describe.each(arches)('on %s', (arch) => {
  const program = seccompProgram(arch);
  const column = arch === 'x64' ? 0 : 1;
  const evaluate = (number: number, ...args: number[]) =>
    run(program, { arch: auditArch[arch], number, args });
  const numbers = Object.values(allowedCalls).flatMap((call) => call[column] ?? []);

  it('is no longer than the kernel allows', () => {
    expect(program.length / 8).toBeLessThanOrEqual(4_096);
  });

  it('allows listed calls and answers ENOSYS to all others', () => {
    const checked: readonly number[] = Object.values(checkedCalls).map((call) => call[column]);
    for (let number = 0; number < 600; number += 1) {
      if (checked.includes(number)) continue;
      const wanted = numbers.includes(number) ? verdict.allow : verdict.error(38);
      expect(evaluate(number), String(number)).toBe(wanted);
    }
    expect(evaluate(0x4000_0000 + (numbers[0] ?? 0))).toBe(verdict.error(38));
  });

  it('kills a process that uses the call convention of another architecture', () => {
    for (const other of [0x4000_0003, 0x4000_0028, auditArch[arch === 'x64' ? 'arm64' : 'x64']]) {
      expect(run(program, { arch: other, number: numbers[0] ?? 0 })).toBe(verdict.killProcess);
    }
  });

  it('allows threads and processes but not namespaces', () => {
    const clone = checkedCalls.clone[column];
    expect(evaluate(clone, 0x003d_0f00)).toBe(verdict.allow);
    expect(evaluate(clone, 0x11)).toBe(verdict.allow);
    for (const flag of [
      0x1000_0000, 0x2_0000, 0x2000_0000, 0x4000_0000, 0x800_0000, 0x400_0000, 0x200_0000,
    ]) {
      expect(evaluate(clone, flag | 0x11), flag.toString(16)).toBe(verdict.error(1));
    }
  });

  it('allows a local socket pair and no other socket', () => {
    expect(evaluate(checkedCalls.socketpair[column], 1)).toBe(verdict.allow);
    expect(evaluate(checkedCalls.socketpair[column], 2)).toBe(verdict.error(97));
    for (const family of [1, 2, 10, 16, 17, 40]) {
      expect(evaluate(checkedCalls.socket[column], family)).toBe(verdict.error(97));
    }
  });

  it('allows terminal queries but not terminal input', () => {
    expect(evaluate(checkedCalls.ioctl[column], 0, 0x541b)).toBe(verdict.allow);
    expect(evaluate(checkedCalls.ioctl[column], 0, 0x5412)).toBe(verdict.error(25));
    expect(evaluate(checkedCalls.prctl[column], 15)).toBe(verdict.allow);
    expect(evaluate(checkedCalls.prctl[column], 1)).toBe(verdict.error(22));
  });
});

it('exists for the supported architectures and fails on any other', () => {
  expect(arches).toContain(seccompArch());
  expect(() => seccompArch('riscv64')).toThrow('riscv64');
});
