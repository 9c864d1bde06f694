// What every place that shared/ runs in has, beyond the language itself.
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
}
