/** Whether an update is of a resource, or of a part of it (schema, ResourceUpdatedNotification). */
export function isWithin(updated: string, resource: string): boolean {
  if (updated === resource) return true;
  const folder = resource.endsWith('/') ? resource : `${resource}/`;
  return updated.startsWith(folder) || updated.startsWith(`${resource}#`);
}
