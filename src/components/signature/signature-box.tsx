import type { ComponentProps } from 'react';
import './signature-box.css';

/** Box for signing; `isImage`: shows an existing signature, without the signature line. */
export const SignatureBox = ({ isImage, ...rest }: { isImage?: boolean } & ComponentProps<'div'>) => (
  <div {...rest} className={isImage ? 'signature-box signature-image' : 'signature-box'} />
);
