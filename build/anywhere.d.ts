// What every place that shared/ runs in has, beyond the language itself.
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
}
interface URL {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly username: string;
  readonly password: string;
  readonly origin: string;
}
declare const URL: {
  new (text: string): URL;
  canParse(text: string): boolean;
};
interface Blob {
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}
declare const Blob: {
  new (parts?: readonly Uint8Array[]): Blob;
};
declare const TextEncoder: {
  new (): { encode(text: string): Uint8Array };
};
declare const TextDecoder: {
  new (): { decode(bytes: Uint8Array): string };
};
