export interface S3TestStore {
  readonly place: {
    readonly endpoint: URL;
    readonly bucket: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
  stop(): Promise<void>;
}

/**
 * Returns the environment variables with which a server keeps its files in the store.
 * @param origin address of a proxy in front of the store; by default the store's own
 */
export const s3EnvironmentOf = (
  { place }: S3TestStore,
  origin = place.endpoint.origin,
): Record<string, string> => ({
  S3_ENDPOINT: origin,
  S3_BUCKET: place.bucket,
  S3_REGION: place.region,
  S3_ACCESS_KEY_ID: place.accessKeyId,
  S3_SECRET_ACCESS_KEY: place.secretAccessKey,
});
