import type { ComponentProps } from 'react';
import './signature-box.css';

/** Box for signing. `isImage`: the box shows an existing signature and has no signature line. */
export const SignatureBox = ({ isImage, ...rest }: { isImage?: boolean } & ComponentProps<'div'>) => (
  <div {...rest} className={isImage ? 'signature-box signature-image' : 'signature-box'} />
);
