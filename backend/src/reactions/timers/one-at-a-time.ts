type Method<Args extends unknown[], Result> = (...args: Args) => Promise<Result>;

/** A call of the method joins the run of the same object that is under way, if there is one. */
export function OneAtATime() {
  return <Args extends unknown[], Result>(
    _target: object,
    _name: string,
    method: TypedPropertyDescriptor<Method<Args, Result>>,
  ): void => {
    const { value: work } = method;
    if (!work) return;
    const runs = new WeakMap<object, Promise<Result>>();
    method.value = function joinOrRun(this: object, ...args: Args) {
      const run = runs.get(this) ?? work.apply(this, args).finally(() => runs.delete(this));
      runs.set(this, run);
      return run;
    };
  };
}
