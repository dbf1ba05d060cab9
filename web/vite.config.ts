// Builds one self-contained HTML file. Its content security policy has the hash of the script: no other script runs,
// and data are loaded only from the server of the page.
import { createHash } from "node:crypto";
import { defineConfig, type Plugin } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

const policy = (hashes: string) =>
    `default-src 'none'; script-src ${hashes}; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; ` +
    "base-uri 'none'; form-action 'none'";

function contentPolicy(): Plugin {
    return {
        name: "content-policy",
        enforce: "post",
        generateBundle: {
            order: "post", // the script must already be in the file
            handler(_options, bundle) {
                for (const file of Object.values(bundle)) {
                    if (file.type !== "asset" || !file.fileName.endsWith(".html")) continue;
                    const html = String(file.source);
                    const scripts = [...html.matchAll(/<script type="module"[^>]*>([\s\S]*?)<\/script>/g)];
                    const digests = scripts.map(([, code]) => createHash("sha256").update(code).digest("base64"));
                    const hashes = digests.map((digest) => `'sha256-${digest}'`).join(" ");
                    file.source = html.replace("CONTENT-POLICY", () => policy(hashes));
                }
            },
        },
    };
}

export default defineConfig({
    plugins: [viteSingleFile({ removeViteModuleLoader: true }), contentPolicy()],
    build: { target: "es2020", reportCompressedSize: false },
});
