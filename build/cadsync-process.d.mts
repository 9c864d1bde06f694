export declare function cadsyncProcess(args: readonly string[]): {
  readonly script: string;
  readonly nodeOptions: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};
