/** Metadata of the MCP endpoint as a protected resource (RFC 9728): which provider issues its tokens. */

export const resourceMetadataPath = '/.well-known/oauth-protected-resource/mcp';

export function resourceMetadata(publicUrl: string, issuer: string): object {
  return {
    resource: `${publicUrl}/mcp`,
    resource_name: 'Octavo',
    authorization_servers: [issuer],
    scopes_supported: ['openid', 'email'],
    bearer_methods_supported: ['header'],
  };
}
