/** Loaded before a process of the service with `--import`: moves its wall clock by `FAULTS_CLOCK_SHIFT_MS`. Timers are not affected. */
const shiftMs = Number(process.env['FAULTS_CLOCK_SHIFT_MS'] ?? 0);
const RealDate = globalThis.Date;

class ShiftedDate extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + shiftMs);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + shiftMs;
  }
}

globalThis.Date = ShiftedDate;
