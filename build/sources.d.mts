export declare function hashOfSources(root: string, places: readonly string[]): string;
