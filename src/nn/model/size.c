/* size.c: see size.h. */
#include "nn/model/size.h"

#include "nn/record/role.h"

/* The first dimension of expert maps and of their biases is the expert; no other parameter of these roles has that
 * rank. Each token uses one expert (Fedus et al. 2022, Lewis et al. 2021). */
int64_t lg_size_active(const lg_parameter_row *r) {
    const bool of_map = (r->role == LG_ROLE_FF1 || r->role == LG_ROLE_FF2) && r->rank == 3;
    const bool of_experts = of_map || (r->role == LG_ROLE_BIAS && r->rank == 2);
    return (int64_t)r->count / (of_experts ? r->shape[0] : 1);
}

lg_size lg_size_of(const lg_parameters *p) {
    lg_size s = {0};
    for (int i = 0; i < p->count; i++) {
        const lg_parameter_row *r = &p->rows[i];
        s.parameters += (int64_t)r->count;
        s.active += lg_size_active(r);
        if (r->role == LG_ROLE_EMBEDDING || r->role == LG_ROLE_POSITION) s.embedding += (int64_t)r->count;
    }
    return s;
}
