export declare const flushingThreads: number;
export declare const flushingEnvironment: Readonly<Record<string, string>>;
