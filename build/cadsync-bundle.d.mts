export declare function cadsyncBundle(root?: string): {
  readonly folder: string;
  readonly script: string;
  readonly browser: string;
  readonly isThere: boolean;
};

export declare function keepBundle(folder: string, everyMs?: number): NodeJS.Timeout;
