/** What the engine says to the operator. Never personal data. */
export interface EngineLogger {
  info(facts: object, message: string): void;
  error(error: unknown, message: string): void;
}
