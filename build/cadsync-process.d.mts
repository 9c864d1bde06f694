export declare const cadsyncProcess: {
  readonly script: string;
  readonly nodeOptions: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};
