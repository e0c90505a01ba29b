/** A store that speaks S3, with one bucket. */
export interface Store {
  readonly place: {
    readonly endpoint: URL;
    readonly bucket: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
  stop(): Promise<void>;
}

/** What a provider is given to keep its files there. @param origin of what stands between, where something does */
export const settingsOf = ({ place }: Store, origin = place.endpoint.origin): Record<string, string> => ({
  S3_ENDPOINT: origin,
  S3_BUCKET: place.bucket,
  S3_REGION: place.region,
  S3_ACCESS_KEY_ID: place.accessKeyId,
  S3_SECRET_ACCESS_KEY: place.secretAccessKey,
});
