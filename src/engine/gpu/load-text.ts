/**
 * Fetches a kernel by its address. In builds for browsers bin/shader-families.js replaces this function by imports of
 * whole families.
 * @throws Error if the server has no such file.
 */
export async function loadText(url: URL): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.href}: the server answered ${response.status} instead of a kernel`);
  return response.text();
}
