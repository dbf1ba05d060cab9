// Builds one HTML file with everything in it. A policy in its head names the script by its hash: no other script runs,
// and nothing is loaded from anywhere but the server that the page itself came from.
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
            order: "post", // the script must be in the file by now
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
