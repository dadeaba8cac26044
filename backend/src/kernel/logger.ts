/** Logs messages of the kernel for operators. Never pass personal data. */
export interface KernelLogger {
  info(facts: object, message: string): void;
  error(error: unknown, message: string): void;
}
