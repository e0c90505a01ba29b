export const pdf = (filler: Buffer | string = ''): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n'),
    Buffer.from('2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n'),
    Buffer.from('3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj\n%'),
    Buffer.from(filler as string),
    Buffer.from('\ntrailer<</Root 1 0 R/Size 4>>\nstartxref\n0\n%%EOF\n'),
  ]);
