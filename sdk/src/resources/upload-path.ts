/** The path of an upload. */

export const uploadPath = (uploadId: string) => `/uploads/${encodeURIComponent(uploadId)}`;
