// Loaded before a program (`--import`): the time of day stands still at FIXED_TIME (ISO 8601). Timers go on.
const fixed = Date.parse(process.env.FIXED_TIME);

globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length === 0 ? [fixed] : given));
  }

  static now() {
    return fixed;
  }
};
